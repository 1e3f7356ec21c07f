import { beforeEach, describe, expect, it } from 'vitest'
import { packIds } from '../../contract/ids.ts'
import { blankForm, draftOf, namedIds } from '../features/request-form/form-state.ts'
import { copyLibrary } from '../testing/copy-library.ts'
import { eachLibrary } from '../testing/each-library.ts'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import type { Library } from './library.ts'

describe.each(eachLibrary)('after a reset of the service, $kept', ({ open }) => {
  const now = 1_000
  let library: Library

  beforeEach(async () => {
    library = (await open(() => now)).library
  })

  it('skips none of the new articles for the ids and jobs of an earlier preset, even if it comes back', async () => {
    const value = { keywords: ['solar'], skipJobs: ['17'], pasted: packIds([1, 2]) }
    const emptied = { ...value, skipJobs: [], pasted: packIds([]) }
    const save = (of: Library, name: string) => of.saveNamed({ kind: 'preset', name, value })
    await library.noticeService('one')
    await save(library, 'Kept')
    const { key } = await save(library, 'Deleted')
    await library.deleteNamed(key)
    const elsewhere = createMemoryLibrary({ now: () => now })
    await elsewhere.noticeService('one')
    await save(elsewhere, 'Restored')

    await library.noticeService('two')
    await library.undo()
    await copyLibrary(elsewhere, library)
    expect((await library.named('preset')).map(({ name, value }) => [name, value])).toEqual([
      ['Deleted', emptied],
      ['Kept', emptied],
      ['Restored', emptied],
    ])
    elsewhere.close()
  })

  it('skips none of the new articles for the ids and jobs of an unfinished request, even if it comes back', async () => {
    const given = {
      ...blankForm,
      category: 'Food',
      idText: '7',
      idLists: [namedIds('Ids', packIds([1, 2]))],
      skipJobs: ['17'],
      madeFrom: '17',
    }
    const draft = draftOf(given, 'form')
    const emptied = { ...draft, idText: '', idsToSkip: packIds([]), skipJobs: [], madeFrom: undefined }
    await library.noticeService('one')
    await library.saveDraft(draft)
    const elsewhere = createMemoryLibrary({ now: () => now })
    await elsewhere.noticeService('one')
    await elsewhere.saveDraft(draft)

    await library.noticeService('two')
    expect(await library.draft()).toEqual(emptied)
    await library.discardDraft([draft.formId])
    await copyLibrary(elsewhere, library)
    expect(await library.draft()).toEqual(emptied)
    elsewhere.close()
  })
})
