"""All limits and timeouts that apply under load or while a user waits.

``docs/load.md`` explains how they work together. Each is read at each use, as ``thresholds.NAME``.
"""

from __future__ import annotations

# ------------------------------------------------------------------------------------------------ who is served (0022)

CONCURRENT_INTERACTIONS, OVERLOAD_THRESHOLD = 32, 40
"""Interactions that run at the same time, and the number in progress above which new ones are acknowledged first:
Discord requires that within three seconds."""

IDLE_ALLOWANCE = 4
"""Interactions in progress that still count as idle: one may be waiting for Discord or an animation."""

CONCURRENT_CONFIRMATIONS = 32
"""Delayed confirmations that are sent at the same time."""

LONGEST_CONFIRMATION_DELAY = 10.0
"""Seconds after which a confirmation is sent although the bot is still busy."""

INTERACTIONS_REMEMBERED = 2000
"""Interactions remembered to detect duplicates: more than can be in progress during a reconnect."""

# -------------------------------------------------------------------------------------------------- what one person may

USER_BURST, USER_PER_SECOND = 120, 10.0
"""Interactions that one user may send in a burst, and per second in the long run."""

CONCURRENT_PER_USER = 3
"""Interactions of one user that are handled at the same time."""

NOTIFICATION_BURST, SECONDS_PER_NOTIFICATION = 12, 30.0
"""Notifications of others that one user may cause in a burst, and seconds until one more is allowed."""

USERS_REMEMBERED = 5000
"""Users whose buckets are remembered at most; the buckets of the least recent users are full again."""

# ----------------------------------------------------------------------------------- when what is answered (0023, 0024)

DEFER_AFTER = 1.5
"""Seconds after which an interaction is deferred if it has not been answered; Discord waits 3."""

POLL_AFTER, POLL_EVERY = 0.02, 0.01
"""Seconds before the first check whether a deferrable interaction is blocked, and between further checks."""

BUSY_TIMEOUT = 2.0
"""Seconds for which a writer waits for another process that writes to the database."""

SLOW_COMMIT = 0.02
"""Seconds after which a commit counts as slow; a healthy disk takes 1 to 3 ms."""

SLOW_PICTURE = 0.1
"""Seconds after which a picture is one that people wait for: it takes 2 to 25 thousandths. The painter has just been
started, or has a lot to do."""

LONGEST_CALLBACK = 3.0
"""Seconds after which a first response is cancelled: Discord no longer accepts it then.
https://discord.com/developers/docs/interactions/receiving-and-responding#responding-to-an-interaction"""

LONGEST_ANSWER, LONGEST_UPLOAD = 10.0, 60.0
"""Seconds after which a later response is cancelled: without files, and with files such as animations."""

HEAD_START = 0.004
"""Seconds by which the new board goes before the old one's buttons: both take the same processor, and the board is what
people wait for."""

# ------------------------------------------------------------------------------------------------------------- pictures

FAST_RENDERING_FROM = 8
"""Queued pictures from which on rendering is fast, for every request: it takes half the time, in a larger file."""

PRERENDERED_PICTURES, PRERENDERED_SECONDS = 32, 60.0
"""Most boards that are drawn before their turn is stored, and after how long one that nobody has asked for may give way
to another."""

LONGEST_PICTURE, LONGEST_ANIMATION = 20.0, 45.0
"""Seconds after which a picture or an animation is given up, and the process that does not get done with it ended."""

ANIMATIONS_WAITING = 8
"""Animations that wait or are being made at most; further users are asked to try again later."""

LONGEST_ANIMATION_WAIT = 60.0
"""Seconds after which a user is told that there is no animation, including the time in the queue."""

# -------------------------------------------------------------------------------------- connections to Discord (0024)

CONNECTIONS = 32
"""Requests at a time that Discord answers quickly: as many as interactions are served at a time.

asyncio keeps a third of a megabyte for each connection that is encrypted, by its own choice. Without a limit, which is
discord.py's choice, 500 interactions at one moment took 150 MB and a sixth more of the processor, for shaking hands.
With this one they are all acknowledged within Discord's three seconds as long as Discord takes less than 0.19 for each;
50 posts a second keep ten connections busy.
"""

CONNECTIONS_AT_MOST = 192
"""Most connections to one host, with those on which an answer does not come."""

SLOW_REQUEST, LATE_TIMER = 0.25, 0.2
"""Seconds after which a request no longer keeps others waiting; and how late a timer may be before it is the
machine that is too busy, which more requests at a time would only make worse."""

LONGEST_REQUEST = 10.0
"""Seconds after which a request is broken off, with all its attempts: aiohttp waits for five minutes."""

# ---------------------------------------------------------------------------------------- Discord's limits (0020, 0024)

REQUESTS_WINDOW = 1.05
"""Seconds in which no more requests begin than Discord allows in one second (``KURULTAI_REQUESTS_PER_SECOND``): on
their way to Discord some are overtaken by later ones."""

LONGEST_LIMIT_WAIT = 2.0
"""Seconds for which a request waits for a limit by itself."""

LONGEST_CLOSURE = 60.0
"""Seconds after which Discord is asked again although it has refused everything for longer."""

DEFAULT_RETRY_AFTER = 5.0
"""Seconds after which a request is tried again if neither Discord nor a proxy before it says when."""

REFUSALS_AT_MOST, REFUSALS_WINDOW = 4500, 600.0
"""Refusals within so many seconds from which on little is asked of Discord: who is refused 10,000 times is shut out
(https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans)."""

# ------------------------------------------------------------------------------------ what is posted when (0021, 0024)

LANES_AT_ONCE = 16
"""Most lanes worked at the same time, so that a start with a thousand of them does not flood Discord or the machine."""

LAST_AT_ONCE = 4
"""Most of them with nothing but deadlines on what is there: after an outage that goes on for long, and boards that come
meanwhile find places, and Discord's limit of requests, free."""

SLOW_DELIVERY, LANES_AT_MOST = 2.0, 64
"""Seconds after which a row that is being posted does not keep another lane waiting, and the most lanes in all."""

FEW_LANES = 4
"""Lanes at work that are no reason to wait for their end: what they post may be waiting for Discord."""

LONGEST_LANE_WAIT = 30.0
"""Seconds after which a lane gets every second place, whatever its rank: a crowd may last, and nothing is forgotten."""

LONGEST_DELIVERY = 30.0
"""Seconds after which posting a row is broken off and tried again later. Each request by itself takes less
(:data:`LONGEST_REQUEST`); pictures under load and several requests take this long."""

FIRST_DELAY, LONGEST_DELAY = 2.0, 300.0
"""Seconds before the second attempt, doubled for every further one up to the longest; both with jitter."""

LOOK_AGAIN = 5.0
"""Seconds after which it is read again what is to be posted, where that was impossible."""

GIVE_UP_AFTER = 3 * 24 * 3600
"""Seconds after the first attempt after which something that could never be posted is given up."""

LONGEST_HOLD = 3600
"""The same for something that Discord refuses for a reason that nobody knows, while more waits behind it."""

MOST_RETRIES, LONGEST_BEST_EFFORT_WAIT = 3, 60.0
"""How often a cosmetic update is tried again, and for how many seconds Discord may want to be left alone
before it is not: what waits behind it in its lane is worth more."""
