/**
 * The steps of a log, each of which the server takes as one. KEYS: the hash with the head of the log, and the stream with its events. An entry of
 * the stream has the events of one append, and the number of the last one as its id.
 */

/** ARGV: epoch, number of the first event, ms to keep. Answers `ok`, `closed` or `fenced`. */
export const OPEN = `
local head = redis.call('HMGET', KEYS[1], 'epoch', 'closed')
if not head[1] then
  redis.call('DEL', KEYS[2])
  redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'first', ARGV[2], 'last', string.format('%.0f', ARGV[2] - 1), 'closed', '0')
elseif head[2] == '1' then return 'closed'
elseif tonumber(head[1]) > tonumber(ARGV[1]) then return 'fenced'
else redis.call('HSET', KEYS[1], 'epoch', ARGV[1]) end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
return 'ok'`

/** ARGV: epoch, count of events, whether it is the last (1), ms to keep, channel, topic, events. Answers the number of the last event. */
export const APPEND = `
local head = redis.call('HMGET', KEYS[1], 'epoch', 'last', 'closed')
if not head[1] then return 'gone' end
if head[1] ~= ARGV[1] then return 'fenced' end
if head[3] == '1' then return 'closed' end
local last = string.format('%.0f', head[2] + ARGV[2])
if ARGV[2] ~= '0' then redis.call('XADD', KEYS[2], last .. '-0', 'd', ARGV[7]) end
redis.call('HSET', KEYS[1], 'last', last, 'closed', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
redis.call('PUBLISH', ARGV[5], ARGV[6])
return last`

/** ARGV: offset as a number, count of entries. Answers the head and the entries behind the offset. */
export const READ = `
local head = redis.call('HMGET', KEYS[1], 'first', 'last', 'closed')
if not head[1] then return {} end
local from = ARGV[1]
if from == '-1' then from = string.format('%.0f', head[1] - 1) end
return {head[1], head[2], head[3], redis.call('XRANGE', KEYS[2], '(' .. from .. '-0', '+', 'COUNT', ARGV[2])}`
