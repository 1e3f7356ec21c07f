import { vi } from 'vitest'

/** @returns the files handed to the browser as downloads from now on, until `vi.restoreAllMocks` */
export function recordDownloads(): { readonly name: string; readonly file: Blob }[] {
  const files: { name: string; file: Blob }[] = []
  let latest: Blob
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    latest = file as Blob
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, file: latest })
  })
  return files
}
