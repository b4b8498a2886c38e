import { Observable, type ConfigurationOptions } from '@kubernetes/client-node';

/** Makes one API call end when the signal does; the generated client has no parameter for it. */
export function callOptions(signal: AbortSignal): ConfigurationOptions {
  return {
    middleware: [
      {
        pre: (context) => {
          context.setSignal(signal);
          return new Observable(Promise.resolve(context));
        },
        post: (context) => new Observable(Promise.resolve(context)),
      },
    ],
    middlewareMergeStrategy: 'append',
  };
}
