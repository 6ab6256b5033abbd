"""What every game must keep: registered ones and the toys alike."""
