import { withConnection } from 'terraform-provider-kit';

/** What handlers work with. Put the client of your service here. */
export interface Connection {
  readonly pathOf: (path: string) => string;
}

export const { defineResource, defineDataSource } = withConnection<Connection>();
