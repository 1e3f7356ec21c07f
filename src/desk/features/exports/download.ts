/** Long enough for the slowest browser to have opened the file; the text would else stay in memory till the tab ends. */
const revokeAfterMs = 60_000

/** Hands a file to the browser's downloads. Nothing leaves the device. */
export function download(file: { text: string; mediaType: string }, name: string): void {
  const url = URL.createObjectURL(new Blob([file.text], { type: file.mediaType }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}
