import type { Scene } from './draw.ts';

type Argument = string | number | boolean;

/**
 * Caches the results of a drawing function, because following every strand costs more than rendering a page. Some
 * arguments come
 * from content (a number, a count), so the cache is emptied before it grows without limit.
 */
export function memoizeScene<Arguments extends readonly Argument[]>(
  draw: (...values: Arguments) => Scene,
  maxScenes = 500,
): (...values: Arguments) => Scene {
  const scenes = new Map<string, Scene>();
  return (...values) => {
    const key = values.join('|');
    const scene = scenes.get(key) ?? draw(...values);
    if (scenes.size >= maxScenes) scenes.clear();
    scenes.set(key, scene);
    return scene;
  };
}

/**
 * Memoizes a drawing that contains text. The key is the text itself: every preview reads the content again, as new objects.
 *
 * @param noText the default argument
 */
export function memoizeTextScene<Texts>(noText: Texts, draw: (texts: Texts) => Scene): (texts?: Texts) => Scene {
  const drawJson = memoizeScene((json: string) => draw(JSON.parse(json)));
  return (texts = noText) => drawJson(JSON.stringify(texts));
}
