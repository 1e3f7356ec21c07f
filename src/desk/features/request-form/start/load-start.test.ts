import { expect, it } from 'vitest'
import { packIds, unpackIds } from '../../../../contract/ids.ts'
import { blankRequest } from '../../../../contract/testing/blank-request.ts'
import { testWorkerApi } from '../../../testing/test-worker-api.ts'
import { loadStart } from './load-start.ts'

it.each(['again', 'from'] as const)(
  'starts a request from a job of an earlier service (%s) without the ids it skipped there',
  async (how) => {
    const worker = testWorkerApi()
    const { library } = worker
    await library.noticeService('one')
    const list = await library.saveList({ name: 'Weekly', ids: packIds([7]) })
    const asked = { ...blankRequest, keywords: ['solar'], idsToSkip: packIds([1, 2, 7]) }
    const sent = await library.addSending(asked, { at: 0, skipScope: { lists: [list.id] } })
    const { key } = await library.accept(sent.key, 17)

    const { form: before } = await loadStart(worker, { [how]: key })
    expect(before.idLists.flatMap(({ ids }) => unpackIds(ids)).slice(0, 2)).toEqual([1, 2])
    await library.noticeService('two')
    const { form } = await loadStart(worker, { [how]: key })
    expect(form).toMatchObject({ keywords: ['solar'], skipEverything: how === 'from' })
    expect(form).toMatchObject({ idLists: [], skipLists: [] })
    expect(form.madeFrom).toBeUndefined()
  },
)
