import { useQuery } from '@tanstack/react-query'
import Bookmark from 'lucide-react/icons/bookmark'
import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Play from 'lucide-react/icons/play'
import Settings2 from 'lucide-react/icons/settings-2'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useWorkerApi } from '../../../worker-client/worker-context.tsx'
import { namedQuery } from '../../../worker-client/library-queries.ts'
import { lazyPopup } from '../../../ui/lazy-popup.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { FormState } from '../form-state.ts'
import { readTypedIds } from '../../../worker-client/typed-ids.ts'
import { formOfPreset, presetOf } from './preset.ts'

const SavePreset = lazyPopup(async () => (await import('./save-preset.tsx')).SavePreset)
const ManagePresets = lazyPopup(async () => (await import('./manage-presets.tsx')).ManagePresets)

/** Menu of saved requests, and a way to save the current one. */
export function Presets({
  place,
  form,
  onUse,
  onRun,
}: {
  /** Holds the button; outside the form, or Enter in a dialog would submit it. */
  place: Element
  form: FormState
  onUse: (form: FormState, name: string) => void
  /** Creates the job at once. */
  onRun: (form: FormState, name: string) => void
}) {
  const worker = useWorkerApi()
  const { data: presets = [] } = useQuery(namedQuery(worker, 'preset'))
  const [open, setOpen] = useState<'save' | 'manage'>()
  const close = () => setOpen(undefined)
  const items = [
    ...presets.map(({ name, value }) => ({
      label: name,
      icon: <Bookmark />,
      onSelect: () => onUse(formOfPreset(value, name), name),
    })),
    ...presets.map(({ name, value }) => ({
      label: `Run “${name}” now`,
      icon: <Play />,
      onSelect: () => onRun(formOfPreset(value, name), name),
    })),
    { label: 'Save this request', icon: <BookmarkPlus />, onSelect: () => setOpen('save') },
    ...(presets.length > 0
      ? [{ label: 'Rename or delete', icon: <Settings2 />, onSelect: () => setOpen('manage') }]
      : []),
  ]
  return createPortal(
    <>
      <Menu
        label="Presets"
        variant="secondary"
        items={items}
        trigger={
          <>
            Presets
            <ChevronDown />
          </>
        }
      />
      {open === 'save' ? (
        <SavePreset
          form={form}
          readPreset={async () => presetOf(form, (await readTypedIds(worker, form.idText)).ids)}
          presets={presets}
          onClose={close}
        />
      ) : null}
      {open === 'manage' ? <ManagePresets presets={presets} onClose={close} /> : null}
    </>,
    place,
  )
}
