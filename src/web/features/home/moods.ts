/** The six answers to the mood check-in, in the order they are offered. */
export const MOODS = ['grinning', 'heart_eyes', 'symbols_on_mouth', 'cold_face', 'exploding_head', 'disguised_face'] as const
export type Mood = (typeof MOODS)[number]
