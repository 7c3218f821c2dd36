/** The words of a list that is written as text: between commas, semicolons or line breaks, each once. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((word) => word.trim())
      .filter(Boolean),
  ),
]
