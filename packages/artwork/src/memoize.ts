import type { Scene } from './draw.ts';

type Argument = string | number | boolean;

/**
 * Keeps what a drawing function returned: following every strand costs more than rendering a page. Content decides
 * some arguments (a figure, a count), so the store is emptied before it could grow without end.
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
 * The same for a drawing with words in it. It is kept by what they say: content is read anew for every preview.
 *
 * @param none stands for the words where there are none
 */
export function memoizeTextScene<Words>(none: Words, draw: (words: Words) => Scene): (words?: Words) => Scene {
  const drawn = memoizeScene((json: string) => draw(JSON.parse(json)));
  return (words = none) => drawn(JSON.stringify(words));
}
