/** What a message says is over: nobody is to be told any more, and nothing has failed. */
export class ObsoleteMail extends Error {}

export const noAnswerAwaited = 'No answer is waited for any more.';
