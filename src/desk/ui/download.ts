/**
 * Long enough for the slowest browser to have opened the file. Without revoking, it stays in memory as long as the tab.
 */
const revokeAfterMs = 60_000

/** Saves a file through the browser's downloads. Nothing leaves the device. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}
