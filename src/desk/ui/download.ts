/** Long enough for the slowest browser to have opened the file; it would else stay in memory till the tab ends. */
const revokeAfterMs = 60_000

/** Hands a file to the browser's downloads. Nothing leaves the device. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}
