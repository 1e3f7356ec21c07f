/** The environment of a worker that no other tab shares and whose network never changes. */
export const deviceAlone = {
  locks: undefined,
  openChannel: undefined,
  now: () => 0,
  random: () => 0.5,
  isOnline: () => true,
}
