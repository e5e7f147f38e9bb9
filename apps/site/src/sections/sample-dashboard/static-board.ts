import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { rememberByReads } from '../../renderer/remember.ts';
import { createBoard } from './board.ts';
import { StaticBoard } from './board-frame.tsx';

/** Returns the HTML of the board without controls. */
export const renderStaticBoard = rememberByReads((content) =>
  renderToStaticMarkup(createElement(StaticBoard, { board: createBoard(content, '') })),
);
