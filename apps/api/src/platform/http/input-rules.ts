import type { z } from 'zod';

/** What a middleware checks about the input of a call. */
export interface InputRules {
  body?: z.ZodType;
  query?: z.ZodType;
  /** Of the body. */
  maxBytes?: number;
}

const rulesByMiddleware = new WeakMap<object, InputRules>();

/** Records what a middleware checks. Tests read it from the route table, to send each call the largest input it accepts. */
export function describeInput<Middleware extends object>(middleware: Middleware, rules: InputRules): Middleware {
  rulesByMiddleware.set(middleware, rules);
  return middleware;
}

/** Returns what a middleware of the route table checks; undefined for one that checks no input. */
export function getInputRules(middleware: object): InputRules | undefined {
  return rulesByMiddleware.get(middleware);
}
