import { Router } from 'express';

/** The playground's pages. */
export function playground(): Router {
  return Router();
}
