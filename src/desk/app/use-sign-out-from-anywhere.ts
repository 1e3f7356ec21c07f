import { useNavigate } from 'react-router-dom'
import { useSignOut } from '../features/sign-in/use-sign-out.ts'
import { paths } from '../paths.ts'

/** Signs out and opens the sign-in page from anywhere: nothing else can be shown then. */
export function useSignOutFromAnywhere(): () => Promise<void> {
  const navigate = useNavigate()
  return useSignOut(() => navigate(paths.signIn, { replace: true }))
}
