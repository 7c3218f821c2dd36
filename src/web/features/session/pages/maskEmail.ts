/** `ma***@example.com`: hides the text between the first two characters and the @. */
export const maskEmail = (email: string): string => {
  const at = email.indexOf('@')
  if (at < 0) return email
  return email.slice(0, Math.min(2, at)) + '*'.repeat(Math.max(0, at - 2)) + email.slice(at)
}
