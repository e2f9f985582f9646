/**
 * Who wants to hear of what: listeners by topic.
 */

/** @template {string} Topic */
export class Topics {
  constructor() {
    /** @type {Map<Topic, Set<() => void>>} */
    this.listeners = new Map();
  }

  /**
   * @param {Topic} topic
   * @param {() => void} listener
   */
  on(topic, listener) {
    const all = this.listeners.get(topic) ?? new Set();
    this.listeners.set(topic, all.add(listener));
  }

  /** @param {...Topic} topics */
  tell(...topics) {
    for (const topic of topics) for (const listener of this.listeners.get(topic) ?? []) listener();
  }
}
