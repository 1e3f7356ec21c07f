import Columns2 from 'lucide-react/icons/columns-2'
import { useDecisions } from '../features/decisions/use-decisions.ts'
import type { ViewSpec } from '../library/view/view.ts'
import { Button } from '../ui/button.tsx'
import { useCommand } from '../ui/commands.tsx'
import { lazyPopup } from '../ui/lazy-popup.tsx'
import { useAddressParams } from '../ui/use-address.ts'

const GroupsDialog = lazyPopup(
  async () => (await import('../features/duplicates/groups-dialog.tsx')).GroupsDialog,
)

/**
 * Compares the groups of near-duplicates in the library one after another. The one that is shown is in the address, so
 * that it survives a reload; "back" leads to the list, however many were compared.
 */
export function Duplicates({ spec }: { spec: ViewSpec }) {
  const { decide, keepOne } = useDecisions()
  const [params, change] = useAddressParams()
  const at = params.get('compare')
  const start = () => void change((params) => params.set('compare', 'start'))
  useCommand({ id: 'library/compare-groups', label: 'Compare groups', run: start })
  return (
    <>
      <Button size="s" icon={<Columns2 />} aria-haspopup="dialog" onClick={start}>
        Compare groups
      </Button>
      {at === null ? null : (
        <GroupsDialog
          {...{ spec, at }}
          onKeepOne={(kept, others) => (others.length > 0 ? keepOne(kept, others) : decide([kept], 'keep'))}
          onClose={() => void change((params) => params.delete('compare'), true)}
        />
      )}
    </>
  )
}
