import type { Scene } from './draw.ts';

type Argument = string | number | boolean;

/**
 * Keeps what a drawing function returned: following every strand costs more than rendering a page. Content decides
 * some arguments (a figure, a count), so the store is emptied before it could grow without end.
 */
export function remember<Arguments extends readonly Argument[]>(
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
