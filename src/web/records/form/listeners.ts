type Listener = () => void

/** Subscriptions by topic; notifying a topic without listeners costs a map look-up. */
export class Listeners {
  private readonly topics = new Map<string, Set<Listener>>()

  add(topic: string, listener: Listener): () => void {
    const set = this.topics.get(topic) ?? new Set()
    set.add(listener)
    this.topics.set(topic, set)
    return () => {
      set.delete(listener)
      if (set.size === 0) this.topics.delete(topic)
    }
  }

  tell(topic: string): void {
    for (const listener of this.topics.get(topic) ?? []) listener()
  }

  tellAll(): void {
    for (const topic of [...this.topics.keys()]) this.tell(topic)
  }
}
