import { useNavigate } from 'react-router-dom'
import { RequestForm } from '../features/request-form/request-form.tsx'
import { useStart } from '../features/request-form/use-start.ts'
import { paths } from '../paths.ts'
import { Page } from '../ui/page.tsx'

export function NewJobScreen() {
  const navigate = useNavigate()
  const start = useStart()
  return (
    <Page title="New job" width="form">
      {/* A draft is there within a few frames: something drawn in its place would only flicker. */}
      {start ? (
        <RequestForm key={start.turn} start={start} onCreated={(key) => void navigate(paths.job(key))} />
      ) : null}
    </Page>
  )
}
