import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import type { SkipList } from '../../../library/records.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { pluralize } from '../../../ui/number-words.ts'
import { dateWords } from '../../../ui/dates.ts'
import { Menu } from '../../../ui/menu.tsx'
import { useSteps } from '../../../worker-client/use-steps.ts'
import { useLibrary } from '../../../worker-client/worker-context.tsx'
import { freeName } from '../list-name.ts'
import styles from './list-row.module.css'

export interface ListRowProps {
  list: SkipList
  lists: readonly SkipList[]
  isShown: boolean
  /** Called with the id of this list, or of a copy that was made of it. */
  onShow: (id: string) => void
  isChosen: boolean
  /** Absent if there is no other list to combine it with. */
  onChoose: ((isChosen: boolean) => void) | undefined
  onChange: () => void
  onDelete: () => void
}

export function ListRow(props: ListRowProps) {
  const { list, lists, isShown, onShow, isChosen, onChoose, onChange, onDelete } = props
  const copy = useCopyList(onShow)
  const { id, name, count, updatedAt } = list
  return (
    <>
      {onChoose ? (
        <Checkbox label={`Choose ${name}`} labelHidden checked={isChosen} onCheckedChange={onChoose} />
      ) : null}
      <div className={styles.about}>
        <ListName name={name} isShown={isShown} onShow={() => onShow(id)} />
        <span className={styles.facts}>{`${pluralize(count, 'id')}, changed ${dateWords(updatedAt)}`}</span>
      </div>
      <Menu
        label={`Actions for ${name}`}
        size="s"
        trigger={<Ellipsis />}
        items={[
          { label: 'Rename or add ids', icon: <Pencil />, onSelect: onChange },
          { label: 'Make a copy', icon: <Copy />, onSelect: () => copy(list, lists) },
          { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: onDelete },
        ]}
      />
    </>
  )
}

/** The name of a list; pressed, it shows the ids in it. */
export function ListName({ name, isShown, onShow }: { name: string; isShown: boolean; onShow: () => void }) {
  return (
    <button type="button" className={styles.show} aria-pressed={isShown} onClick={onShow}>
      <bdi className={styles.name} title={name}>
        {name}
      </bdi>
    </button>
  )
}

/**
 * Copies a list, so that the copy can be changed on its own.
 *
 * @param onCopied called with the id of the copy
 */
function useCopyList(onCopied: (id: string) => void): (list: SkipList, lists: readonly SkipList[]) => void {
  const library = useLibrary()
  const { say } = useSteps()
  return ({ id, name }, lists) => {
    const copying = library
      .listIds(id)
      .then((ids) => library.saveList({ name: freeName(`${name} copy`, lists), ids }))
    say(
      copying.then(({ id, step }) => {
        onCopied(id)
        return step
      }),
      'Not copied: this device could not save it. Nothing was changed.',
    )
  }
}
