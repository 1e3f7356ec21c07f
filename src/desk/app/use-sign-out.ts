import { useNavigate } from 'react-router-dom'
import { paths } from '../paths.ts'
import { useSession } from '../session/session-context.tsx'

/** Signs out and opens the sign-in page from anywhere: nothing else can be shown then. */
export function useSignOut(): () => Promise<void> {
  const { signOut } = useSession()
  const navigate = useNavigate()
  return async () => {
    await signOut()
    await navigate(paths.signIn, { replace: true })
  }
}
