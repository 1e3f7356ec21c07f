import { useNavigate } from 'react-router-dom'
import { paths } from '../paths.ts'
import { useSession } from '../session/session-context.tsx'

/** Signs out, and leads to the sign-in page from wherever the editor is: nothing else can be shown any more. */
export function useSignOut(): () => Promise<void> {
  const { signOut } = useSession()
  const navigate = useNavigate()
  return async () => {
    await signOut()
    await navigate(paths.signIn, { replace: true })
  }
}
