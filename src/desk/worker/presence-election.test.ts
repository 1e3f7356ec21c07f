import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { electByPresence, type Presence } from './presence-election.ts'

interface Member {
  isSilent: boolean
  readonly election: ReturnType<typeof electByPresence>
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Joins a room, in which everyone hears the others. */
function join(room: Set<Member>): Member {
  const member: Member = {
    isSilent: false,
    election: electByPresence({
      send: (presence: Presence) => queueMicrotask(() => tellOthers(presence)),
      now: Date.now,
      onChange() {},
    }),
  }
  const tellOthers = (presence: Presence) => {
    if (member.isSilent) return
    for (const other of room) if (other !== member) other.election.receive(presence)
  }
  room.add(member)
  return member
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const leading = (members: readonly Member[]) => members.map(({ election }) => election.leads())

it('lets a single tab lead, after it has listened', async () => {
  const alone = join(new Set())
  expect(alone.election.leads()).toBe(false)
  await pass(500)
  expect(alone.election.leads()).toBe(true)
})

it('lets the oldest of several lead, and the next at once when it goes', async () => {
  const room = new Set<Member>()
  const members = [join(room)]
  await pass(500)
  members.push(join(room))
  await pass(500)
  members.push(join(room))
  await pass(10_000)
  expect(leading(members)).toEqual([true, false, false])
  members[0]?.election.leave()
  await pass(0)
  expect(leading(members)).toEqual([false, true, false])
})

it('lets the next lead when the oldest steps down, which leads again once it is alone', async () => {
  const room = new Set<Member>()
  const members = [join(room)]
  await pass(500)
  members.push(join(room))
  await pass(500)
  members[0]?.election.stepDown()
  await pass(0)
  expect(leading(members)).toEqual([false, true])
  await pass(5_000)
  expect(leading(members)).toEqual([false, true])
  members[1]?.election.leave()
  await pass(0)
  expect(leading(members)).toEqual([true, false])
})

it('lets the next lead when the oldest steps down, although the clock has been set back', async () => {
  const room = new Set<Member>()
  const members = [join(room), join(room)]
  await pass(500)
  const isFirst = members[0]?.election.leads()
  vi.setSystemTime(Date.now() - 3_600_000)
  members[isFirst ? 0 : 1]?.election.stepDown()
  await pass(0)
  expect(leading(members)).toEqual([!isFirst, isFirst])
})

it('replaces within 5 s a leader that has fallen silent', async () => {
  const room = new Set<Member>()
  const first = join(room)
  await pass(500)
  const second = join(room)
  await pass(500)
  first.isSilent = true
  await pass(3_000)
  expect(second.election.leads()).toBe(false)
  await pass(2_000)
  expect(second.election.leads()).toBe(true)
})

it('elects one leader if two tabs are opened at the same moment', async () => {
  const room = new Set<Member>()
  const members = [join(room), join(room)]
  await pass(3_000)
  expect(leading(members).filter(Boolean)).toHaveLength(1)
})
