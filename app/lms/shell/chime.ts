// The sound of an alert, synthesized in the browser: two soft notes a third apart.

const notes = [
  { hertz: 659.25, atSeconds: 0 },
  { hertz: 830.61, atSeconds: 0.16 },
];
const lengthSeconds = 0.9;

let context: AudioContext | null = null;

/** Plays the sound. Browsers don't play it until the page has had user input. */
export function playChime(volume: number): void {
  context ??= new AudioContext();
  void context.resume();
  for (const { hertz, atSeconds } of notes) {
    const at = context.currentTime + atSeconds;
    const tone = new OscillatorNode(context, { type: "sine", frequency: hertz });
    const loudness = new GainNode(context, { gain: 0 });
    loudness.gain.setValueAtTime(0, at);
    loudness.gain.linearRampToValueAtTime(volume * 0.5, at + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + lengthSeconds);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(at + lengthSeconds);
  }
}
