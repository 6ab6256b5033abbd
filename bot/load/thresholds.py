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

HEARD_SECONDS = 15.0
"""How long a process that stands by keeps an interaction that the acting one may not answer."""

ACKNOWLEDGE_HEARD = 1.2
"""The age in seconds from which on such an interaction is acknowledged while the acting process is leaving."""

INHERITED_SECONDS = 1.0
"""The age in seconds from which on such an interaction is acknowledged before it is handled here."""

# -------------------------------------------------------------------------------------------------- what one person may

USER_BURST, USER_PER_SECOND = 120, 10.0
"""Interactions that one user may send in a burst, and per second in the long run."""

CONCURRENT_PER_USER = 3
"""Interactions of one user that are handled at the same time."""

NOTIFICATION_BURST, SECONDS_PER_NOTIFICATION = 12, 30.0
"""Notifications of others that one user may cause in a burst, and seconds until one more is allowed."""

USERS_REMEMBERED = 5000
"""Users whose buckets are remembered at most; the buckets of the least recent users are full again."""

# ------------------------------------------------------------------------------------------------- answers (0023, 0024)

DEFER_AFTER = 1.5
"""Seconds after which an interaction is deferred if it has not been answered; Discord waits 3."""

POLL_AFTER, POLL_EVERY = 0.02, 0.01
"""Seconds before the first check whether a deferrable interaction is blocked, and between further checks."""

BUSY_TIMEOUT = 2.0
"""Seconds for which a writer waits for another process that writes to the database."""

SLOW_COMMIT = 0.02
"""Seconds after which a commit counts as slow; a healthy disk takes 1 to 3 ms."""

SLOW_PICTURE = 0.1
"""Seconds after which a picture counts as slow; most take 2 to 25 ms. A slow one means that the rendering process has
just started or is busy.
"""

LONGEST_CALLBACK = 3.0
"""Seconds after which a first response is cancelled: Discord no longer accepts it then.
https://discord.com/developers/docs/interactions/receiving-and-responding#responding-to-an-interaction"""

LONGEST_ANSWER, LONGEST_UPLOAD = 10.0, 60.0
"""Seconds after which a later response is cancelled: without files, and with files such as animations."""

HEAD_START = 0.004
"""Seconds by which the new board is sent before the old one's buttons are removed: both need the same processor, and
users wait for the board.
"""

# ------------------------------------------------------------------------------------------------------------- pictures

FAST_RENDERING_FROM = 8
"""Queued pictures from which on rendering is fast, for every request: it takes half the time, in a larger file."""

PRERENDERED_PICTURES, PRERENDERED_SECONDS = 32, 60.0
"""Maximum number of boards drawn before their turn is stored, and seconds after which an unused one may be replaced by
another.
"""

LONGEST_PICTURE, LONGEST_ANIMATION = 20.0, 45.0
"""Seconds after which a picture or an animation is abandoned and its process killed."""

LONGEST_TITLE = 1.0
"""Seconds for which the message of a table waits for its title card: Discord wants a public answer within three. Later
messages of the same game have it at once."""

ANIMATIONS_WAITING = 8
"""Maximum number of animations waiting or in progress; further users are asked to try again later."""

LONGEST_ANIMATION_WAIT = 60.0
"""Seconds after which a user is told that there is no animation, including the time in the queue."""

# ---------------------------------------------------------------------------------------------- computer players (0041)

PROCESSOR_SHARE, PROCESSOR_PERIOD = 20.0, 60.0
"""Seconds of processor time that computer players may take for one person, and in how many seconds."""

LONGEST_DECISION = 30.0
"""Seconds after which the process of the computer players is killed. Every level has a limit of nodes that takes a
second or two of processor time; at the lowest priority, a machine that others keep busy makes that many seconds."""

LONGEST_DECISION_AT_ONCE = 3.0
"""The same where a person looks at an empty answer. Such a decision takes about a tenth of a second of processor time;
if that has not been enough, it is made again at usual priority, with all its nodes."""

FEW_NODES = 50
"""The limit of nodes for the second attempt, after a decision has taken too long or the process has died."""

IDLE_DECIDER, IDLE_URGENT_DECIDER = 60.0, 2.0
"""Seconds after which the idle process ends, and that for decisions that have taken too long."""

CLOSED_DECIDER = 30.0
"""Seconds until another attempt if the process cannot be used."""

# -------------------------------------------------------------------------------------- connections to Discord (0024)

CONNECTIONS = 32
"""Concurrent requests to Discord that are answered quickly: as many as interactions that run at the same time.

asyncio needs a third of a megabyte for each TLS connection. Without a limit, which is discord.py's default, 500
simultaneous interactions took 150 MB, and a sixth more processor time for TLS handshakes. With this limit all of them
are acknowledged within Discord's three seconds as long as Discord takes less than 0.19 s for each; 50 posts a second
keep ten connections busy.
"""

CONNECTIONS_AT_MOST = 192
"""Maximum connections to one host, slow requests included."""

SLOW_REQUEST, LATE_TIMER = 0.25, 0.2
"""Seconds after which a request no longer blocks others; and how late a timer may fire before the machine itself counts
as overloaded, which more concurrent requests would only make worse.
"""

LONGEST_REQUEST = 10.0
"""Seconds after which a request is cancelled, with all its attempts; aiohttp's default is five minutes."""

# ---------------------------------------------------------------------------------------- Discord's limits (0020, 0024)

REQUESTS_WINDOW = 1.05
"""Seconds in which no more requests start than Discord allows in one second (``KURULTAI_REQUESTS_PER_SECOND``): the
interval is longer because later requests can overtake earlier ones.
"""

LONGEST_LIMIT_WAIT = 2.0
"""Seconds for which a request itself waits for a rate limit."""

LONGEST_CLOSURE = 60.0
"""Seconds after which Discord is tried again even if it demands a longer wait."""

DEFAULT_RETRY_AFTER = 5.0
"""Seconds after which a request is retried if neither Discord nor a proxy says when."""

REFUSALS_AT_MOST, REFUSALS_WINDOW = 4500, 600.0
"""Refusals within so many seconds above which the bot sends only important requests. Discord bans a bot after 10,000
(https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans).
"""

# ------------------------------------------------------------------------------------------------- posting (0021, 0024)

ACTIVE_QUEUES = 16
"""Maximum number of active queues, so that a start with a thousand of them does not flood Discord or the machine."""

ACTIVE_LOWEST_QUEUES = 4
"""Maximum number of active queues with nothing but deadline updates: after long downtime there are many, and new boards
need slots and requests too.
"""

SLOW_DELIVERY, MAX_QUEUES = 2.0, 64
"""Seconds after which a row in progress no longer counts towards the limit, and the maximum number of queues with such
rows included.
"""

IDLE_QUEUES = 4
"""Active queues that still count as idle: their requests may be waiting for Discord."""

LONGEST_QUEUE_WAIT = 30.0
"""Seconds after which a queue gets every second slot, whatever its priority, so that long overloads starve no queue."""

LONGEST_DELIVERY = 30.0
"""Seconds after which posting a row is cancelled and retried later. Each request takes less (:data:`LONGEST_REQUEST`);
pictures under load and several requests take this long.
"""

LONGEST_POST_WAIT = 8.0
"""Seconds for which the answer to who opens a table waits for its post in a forum, to lead there."""

FIRST_DELAY, LONGEST_DELAY = 2.0, 300.0
"""Seconds before the second attempt, doubled for each further one up to the longest; both with jitter."""

LOOK_AGAIN = 5.0
"""Seconds after which the outbox is read again if that failed."""

DROP_AFTER = 3 * 24 * 3600
"""Seconds after the first attempt after which a row that could never be posted is dropped."""

LONGEST_HOLD = 3600
"""The same for a row that Discord refuses for an unknown reason, while others wait behind it."""

MOST_RETRIES, LONGEST_BEST_EFFORT_WAIT = 3, 60.0
"""How often a best-effort request is retried, and the longest wait that Discord may demand for it: longer ones are
skipped, because the rows behind it matter more.
"""
