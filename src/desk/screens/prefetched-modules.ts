/**
 * Parts that open on a click. They load with the click or earlier, while the page is idle, so that there is no wait and
 * nothing is missing once the network is gone or a newer version has replaced these files.
 */
export const prefetchedModules: readonly (() => Promise<unknown>)[] = [
  () => import('../features/exports/export-dialog.tsx'),
  () => import('../features/duplicates/duplicates-dialog.tsx'),
  () => import('../features/versions/versions-dialog.tsx'),
  () => import('../features/jobs/chain-jobs.tsx'),
  () => import('../features/preferences/reading-dialog.tsx'),
  () => import('../features/jobs/rename-job.tsx'),
  () => import('../features/jobs/remove-job-dialog.tsx'),
  () => import('./job-facts.tsx'),
  () => import('../features/jobs/unconfirmed-job.tsx'),
  () => import('../features/yields/keep-rates.tsx'),
  () => import('../features/library/article-chips.tsx'),
  () => import('../features/library/filters/filter-sheet.tsx'),
  () => import('../features/request-form/presets/save-preset.tsx'),
  () => import('../features/request-form/presets/manage-presets.tsx'),
  () => import('../features/labels/labels-dialog.tsx'),
  () => import('../features/skipped-articles/add-to-list.tsx'),
  () => import('../features/skipped-articles/lists/list-dialog.tsx'),
  () => import('../features/skipped-articles/lists/combine-dialog.tsx'),
  () => import('../features/skipped-articles/skip-more-dialog.tsx'),
  () => import('../features/storage/forget-dialog.tsx'),
  () => import('./article-notes.tsx'),
]
