import { ContactError } from '@awp/domain';
import { Observable, type ConfigurationOptions, type ResponseContext } from '@kubernetes/client-node';

/**
 * Makes one API call end when the signal does; the generated client has no parameter for it. A success that is not
 * JSON is refused here: a login page or a proxy answered, and the client would only say that it cannot read it.
 */
export function callOptions(signal: AbortSignal): ConfigurationOptions {
  return {
    middleware: [
      {
        pre: (context) => {
          context.setSignal(signal);
          return new Observable(Promise.resolve(context));
        },
        post: (context) => new Observable(Promise.resolve(context).then(refuseOtherThanJson)),
      },
    ],
    middlewareMergeStrategy: 'append',
  };
}

function refuseOtherThanJson(response: ResponseContext): ResponseContext {
  const succeeded = response.httpStatusCode >= 200 && response.httpStatusCode < 300;
  if (!succeeded || /^application\/json\b/i.test(response.headers['content-type'] ?? '')) return response;
  throw new ContactError({ code: 'CLUSTER_ANSWER_INVALID', message: 'the answer is not JSON' });
}
