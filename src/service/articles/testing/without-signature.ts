import { signatureStart } from '../signature.ts'

export const withoutSignature = (text: string): string => text.slice(0, signatureStart(text))
