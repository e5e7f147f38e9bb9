import { z } from 'zod';

/** Captions of an hour take about 100 KB. */
const maxBytes = 256 * 1024;
const arrow = '-->';
const timing =
  /^((?:\d{2,3}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,3}:)?[0-5]\d:[0-5]\d\.\d{3})(?:[ \t].*)?$/;

/** Returns captions as WebVTT. SubRip (`.srt`), which many programs export, differs in its head and its decimal commas. */
function toWebVtt(text: string): string {
  const lines = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  if (/^WEBVTT(?:[ \t\n]|$)/.test(lines)) return lines;
  const converted = lines.split('\n').map((line) => (line.includes(arrow) ? line.replaceAll(',', '.') : line));
  return `WEBVTT\n\n${converted.join('\n').trimStart()}`;
}

function findError(text: string): string | undefined {
  const timings = text.split('\n').filter((line) => line.includes(arrow));
  if (timings.length === 0) return 'This file contains no captions. Choose a WebVTT (.vtt) or SubRip (.srt) file.';
  const wrong = timings.find((line) => {
    const [, start = '', end = ''] = timing.exec(line) ?? [];
    return toSeconds(end) <= toSeconds(start);
  });
  return wrong && `The captions have a time that is not valid: ${wrong.trim().slice(0, 60)}`;
}

function toSeconds(time: string): number {
  return time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}

/** The text of a caption file, which becomes WebVTT; empty for none. */
export const captionsSchema = z
  .string()
  .refine((text) => new TextEncoder().encode(text).length <= maxBytes, {
    error: `The captions are larger than ${maxBytes / 1024} KB.`,
    abort: true,
  })
  .refine((text) => text.isWellFormed() && !text.includes('\0'), {
    error: 'This is not a text file. Choose a WebVTT (.vtt) or SubRip (.srt) file.',
    abort: true,
  })
  .transform((text, context) => {
    if (text.trim() === '') return '';
    const converted = toWebVtt(text);
    const message = findError(converted);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
    return converted;
  });
