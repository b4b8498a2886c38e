import { describe, expect, it } from '@jest/globals';
import { EventBuffer, MAX_CHARACTERS } from './event-buffer.js';

describe('the event buffer', () => {
  it('gives events back in order', () => {
    const buffer = new EventBuffer<number>();
    buffer.push(1, 10);
    buffer.push(2, 10);
    expect([buffer.shift(), buffer.shift(), buffer.shift()]).toEqual([1, 2, undefined]);
  });

  it('is full at its number of events, and low again at a quarter of it', () => {
    const buffer = new EventBuffer<number>(8);
    for (let event = 0; event < 8; event += 1) buffer.push(event, 1);
    expect(buffer.isFull).toBe(true);
    for (let left = 7; left > 2; left -= 1) {
      buffer.shift();
      expect([buffer.isFull, buffer.isLow]).toEqual([false, false]);
    }
    buffer.shift();
    expect(buffer.isLow).toBe(true);
  });

  it('is full of few events when they are large', () => {
    const buffer = new EventBuffer<number>();
    buffer.push(1, MAX_CHARACTERS);
    expect(buffer.isFull).toBe(true);
    buffer.clear();
    expect([buffer.isFull, buffer.isLow]).toEqual([false, true]);
  });
});
