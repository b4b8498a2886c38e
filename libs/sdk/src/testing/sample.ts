/** Answers of the graph, as small as the tests need them. */
export const page = (field: string, nodes: unknown[], endCursor: string | null = null) => ({
  body: {
    data: {
      [field]: {
        nodes,
        pageInfo: { hasNextPage: endCursor !== null, hasPreviousPage: false, startCursor: null, endCursor },
        totalCount: { value: nodes.length, saturated: false },
      },
    },
  },
});

export const viewer = {
  body: {
    data: {
      viewer: {
        tokenId: 'token_1',
        tokenName: 'tests',
        role: 'ADMIN',
        project: null,
        expiresAt: '2030-01-01T00:00:00Z',
      },
    },
  },
};

export const machine = (lifecycle: string, version: number) => ({
  body: { data: { machine: { id: 'machine_1', name: 'alpha', lifecycle, version } } },
});

export const fault = (code: string, extensions: object = {}, message = `said ${code}`) => ({
  body: { errors: [{ message, extensions: { code, ...extensions } }] },
});
