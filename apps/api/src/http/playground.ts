import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Router } from 'express';
import { pagesDir, readExamples } from './playground/examples';

/**
 * Nothing but this server is asked for anything. Two allowances: GraphiQL's dialogs and menus write <style> elements, and
 * its stylesheet carries its fonts and images in data: URLs. 'self' covers the WebSocket too.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The playground: GraphiQL with our sign-in and examples, all of it from this machine. */
export function playground(): Router {
  const router = Router();
  router.use(['/playground', '/sign-in'], (_request, response, next) => {
    response.setHeader('content-security-policy', contentSecurityPolicy);
    // Asked for anew each time, answered with 304 while unchanged: no browser mixes files of two versions.
    response.setHeader('cache-control', 'no-cache');
    next();
  });
  router.get('/', (_request, response) => response.redirect('/playground'));
  const examples = readExamples();
  router.get('/playground/examples.json', (_request, response) => {
    response.json(examples);
  });
  for (const [url, file] of Object.entries(servedFiles())) {
    router.get(url, (_request, response) => {
      // The clone may lie below a folder with a dot.
      response.sendFile(file, { cacheControl: false, dotfiles: 'allow' });
    });
  }
  return router;
}

/** URL -> file. What is not listed here is not served, whatever the path. */
function servedFiles(): Record<string, string> {
  const react = dirname(require.resolve('react/package.json'));
  const reactDom = dirname(require.resolve('react-dom/package.json'));
  const graphiql = dirname(require.resolve('graphiql/package.json'));
  return {
    '/sign-in': join(pagesDir, 'sign-in.html'),
    '/playground': join(pagesDir, 'playground.html'),
    ...ours('page.css', 'icon.svg', 'sign-in.js', 'playground.js', 'fetcher.js', 'session.js', 'editor-storage.js'),
    '/playground/vendor/react.js': join(react, 'umd', 'react.production.min.js'),
    '/playground/vendor/react-dom.js': join(reactDom, 'umd', 'react-dom.production.min.js'),
    '/playground/vendor/graphiql.js': join(graphiql, 'graphiql.min.js'),
    '/playground/vendor/graphiql.css': join(graphiql, 'graphiql.min.css'),
    ...graphqlWsClient(),
  };
}

function ours(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`/playground/${name}`, join(pagesDir, name)]));
}

/** The client is a module that imports one other, whose name has a hash that changes from release to release. */
function graphqlWsClient(): Record<string, string> {
  const dir = join(dirname(require.resolve('graphql-ws/package.json')), 'dist');
  const modules = readdirSync(dir).filter((name) => /^(client|common-[\w-]+)\.js$/.test(name));
  return Object.fromEntries(modules.map((name) => [`/playground/vendor/graphql-ws/${name}`, join(dir, name)]));
}
