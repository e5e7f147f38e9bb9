declare module 'vnu-jar' {
  /** Path of the jar file. */
  const checker: string;
  export = checker;
}
