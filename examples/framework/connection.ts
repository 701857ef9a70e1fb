import { withConnection } from 'terraform-provider-kit';

/** What the provider's configuration comes to. */
export interface Connection {
  /** Folder that relative paths start from. */
  readonly directory: string;
}

export const { defineResource, defineDataSource } = withConnection<Connection>();
