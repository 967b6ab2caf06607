/// The version of this package.
package let relaunchVersion = "0.1.0"
