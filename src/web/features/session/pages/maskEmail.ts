/** `ma***@example.com`: hides the text between the first two characters and the @. */
export const maskEmail = (email: string): string => {
  const index = email.indexOf('@')
  if (index < 0) return email
  return email.slice(0, Math.min(2, index)) + '*'.repeat(Math.max(0, index - 2)) + email.slice(index)
}
