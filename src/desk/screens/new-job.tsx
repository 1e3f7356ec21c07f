import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { RequestForm } from '../features/request-form/request-form.tsx'
import { useStart } from '../features/request-form/start/use-start.ts'
import { paths } from '../paths.ts'
import { Page } from '../ui/page.tsx'
import { useIsHere } from '../ui/use-address.ts'

export function NewJobScreen() {
  const navigate = useNavigate()
  const isHere = useIsHere()
  const start = useStart()
  const [presetsPlace, setPresetsPlace] = useState<Element | null>(null)
  return (
    <Page title="New job" width="form" actions={<div ref={setPresetsPlace} />}>
      {/* A draft loads within a few frames: a placeholder would only flicker. */}
      {start ? (
        <RequestForm
          key={start.turn}
          start={start}
          presetsPlace={presetsPlace}
          onCreated={(key) => {
            if (isHere()) void navigate(paths.job(key))
          }}
        />
      ) : null}
    </Page>
  )
}
