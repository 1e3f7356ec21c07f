import { onTestFinished, vi } from 'vitest'

/** @returns the files handed to the browser as downloads from now on, until the current test ends */
export function recordDownloads(): { readonly name: string; readonly file: Blob }[] {
  const files: { name: string; file: Blob }[] = []
  let latest: Blob
  const making = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    latest = file as Blob
    return 'blob:file'
  })
  const { prototype } = HTMLAnchorElement
  const saving = vi.spyOn(prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, file: latest })
  })
  onTestFinished(() => {
    making.mockRestore()
    saving.mockRestore()
  })
  return files
}
