import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLibrary } from './intake-context.tsx'
import { libraryKeys } from './library-queries.ts'

/** Keeps what is on the screen in step with the library, whichever tab wrote to it. */
export function LibrarySync() {
  const library = useLibrary()
  const queries = useQueryClient()
  useEffect(
    () =>
      library.subscribe(({ jobs, articles = [], unsaved, lists, named, steps, marks }) => {
        const touched = [
          ...(unsaved ? [libraryKeys.unsaved(library.name)] : []),
          ...(jobs.length > 0 ? [libraryKeys.jobs(library.name)] : []),
          ...(lists ? [libraryKeys.lists(library.name)] : []),
          ...(named ? [libraryKeys.named(library.name)] : []),
          ...(steps ? [libraryKeys.steps(library.name)] : []),
          // What was counted or found by marks; the articles shown stay where they are until the view is left.
          ...(marks || articles.length > 0 ? [libraryKeys.facts(library.name)] : []),
          ...jobs.map((key) => libraryKeys.job(library.name, key)),
          ...articles.map((key) => libraryKeys.articles(library.name, key)),
        ]
        for (const queryKey of touched) void queries.invalidateQueries({ queryKey })
      }),
    [library, queries],
  )
  return null
}
