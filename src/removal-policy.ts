/** What becomes of an object at the service when Terraform would destroy it. */
export enum RemovalPolicy {
  /** It is deleted. */
  DESTROY = 'destroy',
  /**
   * It stays: Terraform refuses every plan that would destroy or replace it (`prevent_destroy`), as long as the construct is in
   * the code. To let go of it, remove it from the state with `terraform state rm` before its construct.
   */
  RETAIN = 'retain',
}
