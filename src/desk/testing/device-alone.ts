/** A place for an worker that no other tab shares, where the network never changes. */
export const deviceAlone = {
  locks: undefined,
  openChannel: undefined,
  now: () => 0,
  random: () => 0.5,
  onOnline: () => () => {},
}
